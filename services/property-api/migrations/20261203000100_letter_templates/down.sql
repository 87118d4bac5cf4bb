ALTER TABLE letter_jobs DROP COLUMN template_id, DROP COLUMN template_number;
DROP TABLE letter_template_defaults;
DROP TABLE letter_template_versions;
DROP FUNCTION letter_template_versions_are_kept();
DROP TABLE letter_templates;
