//! The pages `docs/data-model/<schema>.md`: a diagram of each schema, made from a migrated database.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use diesel::sql_types::{Bool, Text};
use diesel_async::RunQueryDsl as _;

use crate::TestDb;

/// Columns of ordinary and partitioned tables in the schema, in their order.
const COLUMNS: &str = "
    SELECT c.relname::text AS table_name, a.attname::text AS name, t.typname::text AS data_type,
           EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p'
                   AND a.attnum = ANY (k.conkey)) AS is_primary,
           EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'
                   AND a.attnum = ANY (k.conkey)) AS is_foreign
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relnamespace = current_schema()::regnamespace AND c.relname <> '__diesel_schema_migrations'
    ORDER BY c.relname, a.attnum";

/// Foreign keys, and whether a row must have the other one.
const REFERENCES: &str = "
    SELECT c.relname::text AS table_name, p.relname::text AS parent,
           string_agg(a.attname::text, ', ' ORDER BY a.attnum) AS columns,
           bool_and(a.attnotnull) AS is_required
    FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid
    JOIN pg_class p ON p.oid = k.confrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
    WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace AND NOT c.relispartition
    GROUP BY k.oid, c.relname, p.relname
    ORDER BY c.relname, p.relname, columns";

#[derive(diesel::QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    data_type: String,
    #[diesel(sql_type = Bool)]
    is_primary: bool,
    #[diesel(sql_type = Bool)]
    is_foreign: bool,
}

#[derive(diesel::QueryableByName)]
struct Reference {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    parent: String,
    #[diesel(sql_type = Text)]
    columns: String,
    #[diesel(sql_type = Bool)]
    is_required: bool,
}

impl TestDb {
    /// Compares the schema with its page in `docs/data-model`; with `UPDATE_DOCS` set, writes the page.
    ///
    /// # Panics
    /// When they differ.
    pub async fn assert_data_model(&self) {
        let page = self.data_model().await;
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../../docs/data-model")
            .join(format!("{}.md", self.schema()));
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&file, &page).expect("the page can be written");
        }
        let stored = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            stored == page,
            "{} is not the data model of the migrations; run this test with UPDATE_DOCS=1",
            file.display()
        );
    }

    /// The page, in Markdown with a Mermaid diagram.
    async fn data_model(&self) -> String {
        let mut conn = self.superuser().await;
        let columns: Vec<Column> = diesel::sql_query(COLUMNS)
            .load(&mut conn)
            .await
            .expect("the catalogue can be read");
        let references: Vec<Reference> = diesel::sql_query(REFERENCES)
            .load(&mut conn)
            .await
            .expect("the catalogue can be read");
        page(self.schema(), &columns, &references)
    }
}

fn page(schema: &str, columns: &[Column], references: &[Reference]) -> String {
    let mut tables: BTreeMap<&str, String> = BTreeMap::new();
    for column in columns {
        let keys = match (column.is_primary, column.is_foreign) {
            (true, true) => " PK, FK",
            (true, false) => " PK",
            (false, true) => " FK",
            (false, false) => "",
        };
        // An array type's name starts with an underscore.
        let data_type = match column.data_type.strip_prefix('_') {
            Some(element) => format!("{element}[]"),
            None => column.data_type.clone(),
        };
        let lines = tables.entry(&column.table_name).or_default();
        // Writing to a String cannot fail.
        let _ = writeln!(lines, "        {data_type} {}{keys}", column.name);
    }
    let mut page = format!(
        "# Schema {schema}\n\nMade from the migrated database by the test `the_data_model_is_documented` of its service, with `UPDATE_DOCS=1`.\n\n\
         ```mermaid\nerDiagram\n"
    );
    for (name, lines) in tables {
        let _ = write!(page, "    {name} {{\n{lines}    }}\n");
    }
    for reference in references {
        let parent = if reference.is_required { "||" } else { "o|" };
        let Reference {
            table_name,
            parent: parent_name,
            columns,
            ..
        } = reference;
        let _ = writeln!(
            page,
            "    {parent_name} {parent}--o{{ {table_name} : \"{columns}\""
        );
    }
    page + "```\n"
}
