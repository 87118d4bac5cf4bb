-- `make seed-load`: a firm with the largest lists that the product is made for, to benchmark and to see long lists.
-- Written as the superuser of the private server, without the services, because 60,000 events take minutes. A second
-- run changes nothing. seed-load.sh says how many companies, projects and properties.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL search_path = main, public;
SELECT EXISTS (SELECT FROM customers WHERE name = 'load') AS there \gset
\if :there
  ROLLBACK;
  \echo The firm 'load' exists already.
  \quit
\endif

INSERT INTO customers (customer_id, name, is_sample) VALUES (gen_random_uuid(), 'load', true);
SELECT customer_id FROM customers WHERE name = 'load' \gset
INSERT INTO users (user_id, customer_id, email, fname, lname, role, password_hash)
SELECT gen_random_uuid(), :'customer_id', 'load@load.example', 'Lou', 'Load', 'admin', password_hash
FROM users WHERE email = 'analyst@meridian.example';
SELECT user_id FROM users WHERE email = 'load@load.example' \gset

INSERT INTO companies (company_id, customer_id, company_name, industry, office_city, office_state, number_of_employees)
SELECT gen_random_uuid(), :'customer_id',
    (ARRAY['Bayou', 'Cedar', 'Harbor', 'Juniper', 'Lakeside', 'Meridian', 'Northgate', 'Prairie'])[1 + i % 8] || ' '
        || (ARRAY['Holdings', 'Logistics', 'Partners', 'Properties', 'Steel'])[1 + i / 8 % 5] || ' ' || i,
    (ARRAY['Real Estate', 'Logistics', 'Manufacturing', 'Retail'])[1 + i % 4],
    (ARRAY['Houston', 'Dallas', 'Charlotte', 'Denver', 'Reno'])[1 + i % 5],
    (ARRAY['TX', 'TX', 'NC', 'CO', 'NV'])[1 + i % 5],
    1 + i * 37 % 5000
FROM generate_series(1, :companies) i;

INSERT INTO contacts (contact_id, customer_id, first_name, last_name, email, phone_number, mobile_number, title,
    job_title, city, state, company_name, assigned_to, lead_score, notes)
SELECT gen_random_uuid(), :'customer_id', first_name, last_name, lower(first_name || '.' || last_name || i || '@mail.example'),
    '(713) 555-' || lpad((i % 10000)::text, 4, '0'), '+1 832 555 ' || lpad((i * 7 % 10000)::text, 4, '0'), 'Ms.',
    (ARRAY['Owner', 'Broker', 'Asset Manager', 'Director of Acquisitions', 'Trustee'])[1 + i % 5], 'Houston', 'Texas',
    (ARRAY['Bayou', 'Cedar', 'Harbor', 'Juniper', 'Lakeside', 'Meridian', 'Northgate', 'Prairie'])[1 + i % 8] || ' '
        || (ARRAY['Holdings', 'Logistics', 'Partners', 'Properties', 'Steel'])[1 + i / 8 % 5] || ' ' || 1 + i % 2000,
    (ARRAY['Maya Chen', 'Omar Haddad', NULL])[1 + i % 3], nullif(i * 37 % 101, 0),
    'Generated for benchmarks.'
FROM (
    SELECT i, (ARRAY['Ada', 'Ben', 'Carla', 'Dmitri', 'Elena', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jun'])[1 + i % 10] AS first_name,
        initcap(substr(translate(md5(i::text), '0123456789', 'ghijklmnop'), 1, 8)) AS last_name
    FROM generate_series(1, 50000) i
) people;

INSERT INTO projects (project_id, customer_id, project_name, category, description, state, created_by, status, progress, created_at)
SELECT gen_random_uuid(), :'customer_id', 'Load ' || lpad(i::text, greatest(3, length(i::text)), '0'), 'Site Selection - Industrial/Logistics',
    'Generated for benchmarks.', '48', :'user_id', (ARRAY['active', 'planning', 'review'])[1 + i % 3], i % 101, now() - i * interval '1 hour'
FROM generate_series(1, :projects) i;
SELECT project_id FROM projects WHERE customer_id = :'customer_id' AND project_name = 'Load 001' \gset

-- Parcels of the sample city first, because they have outlines; generated ones for the rest.
CREATE TEMPORARY TABLE load_parcels ON COMMIT DROP AS
SELECT row_number() OVER (ORDER BY ll_uuid) AS i, ll_uuid, county_fips, parcelnumb, address, scity, szip, owner, lon, lat
FROM (SELECT * FROM parcel.parcels WHERE is_sample ORDER BY ll_uuid LIMIT :properties) known;
INSERT INTO load_parcels
SELECT i, gen_random_uuid(), '48201', 'LOAD-' || lpad(i::text, 5, '0'), i || ' Load St', 'Houston', '77002', 'Bayou Trust ' || i % 700,
    -95.37 + i * 1e-5, 29.76
FROM generate_series((SELECT count(*) FROM load_parcels) + 1, :properties) i;

INSERT INTO markers (customer_id, project_id, ll_uuid, parcelnumb, county_fips, lon, lat, address, scity, szip, owner, created_by)
SELECT :'customer_id', :'project_id', ll_uuid, parcelnumb, county_fips, lon, lat, address, scity, szip, owner, :'user_id'
FROM load_parcels ORDER BY i;

SET LOCAL search_path = property, public;
INSERT INTO known_projects (customer_id, project_id)
SELECT :'customer_id', project_id FROM main.projects WHERE customer_id = :'customer_id';
INSERT INTO properties (customer_id, ll_uuid, parcel_number, county_fips, address, city, zip, owner_name, lon, lat, square_feet,
    total_value, appraised_value, facts, source, is_sample, described_version)
SELECT :'customer_id', ll_uuid, parcelnumb, county_fips, address, scity, szip, owner, lon, lat, 900 + i * 13 % 90000,
    CASE WHEN i % 10 > 0 THEN 50000 + i * 7919 % 9000000 END, CASE WHEN i % 3 > 0 THEN 45000 + i * 6007 % 8000000 END,
    jsonb_build_object('year_built', 1920 + i % 105, 'parvaltype', (ARRAY['TOTAL', 'APPRAISED', 'MARKET'])[1 + i % 3],
        'll_gisacre', 0.1 + i % 977 * 0.03),
    'Generated for benchmarks.', true, 1
FROM load_parcels;
INSERT INTO project_links (customer_id, marker_id, project_id, property_id, version, linked_at)
SELECT m.customer_id, m.marker_id, m.project_id, p.property_id, 1, now() + m.marker_id * interval '1 millisecond'
FROM main.markers m
JOIN properties p ON p.customer_id = m.customer_id AND p.ll_uuid = m.ll_uuid
WHERE m.customer_id = :'customer_id';

UPDATE deals SET tags = (ARRAY['corner, rail', 'flood zone', 'rail'])[1 + hashtext(property_id::text) % 3]
WHERE customer_id = :'customer_id' AND hashtext(property_id::text) % 10 BETWEEN 0 AND 2;

INSERT INTO deal_tasks (customer_id, deal_id, title, due_on, assigned_to, assigned_to_name, created_by, created_by_name, done_at, done_by_name)
SELECT :'customer_id', deal_id, (ARRAY['Call the owner', 'Order the survey', 'Read the title report', 'Ask for the rent roll'])[1 + (nth + i) % 4],
    current_date + (i * 7 % 90 - 20)::integer, :'user_id', 'Lou Load', :'user_id', 'Lou Load',
    CASE WHEN i % 3 = 0 THEN now() END, CASE WHEN i % 3 = 0 THEN 'Lou Load' END
FROM (SELECT deal_id, row_number() OVER (ORDER BY deal_id) AS i FROM deals WHERE customer_id = :'customer_id') numbered, generate_series(1, 2) nth;

-- Ten notes, files and messages of 5,000 properties, for Ctrl-K. The files are rows only and cannot be opened; the messages are sent, so that
-- nothing is.
CREATE TEMPORARY TABLE load_records ON COMMIT DROP AS
SELECT (nth - 1) * 5000 + i AS n, deal_id, property_id, place
FROM (
    SELECT row_number() OVER (ORDER BY d.deal_id) AS i, d.deal_id, d.property_id, coalesce(p.address, p.parcel_number) AS place
    FROM deals d JOIN properties p ON p.property_id = d.property_id
    WHERE d.customer_id = :'customer_id'
    ORDER BY d.deal_id LIMIT 5000
) numbered, generate_series(1, 10) nth;
INSERT INTO deal_notes (customer_id, deal_id, text, created_by, created_by_name, created_at)
SELECT :'customer_id', deal_id, (ARRAY['Called the owner of', 'Ordered the survey of', 'Read the title report of', 'Asked for the rent roll of',
        'Met the broker of'])[1 + n % 5] || ' ' || place || ': ' || (ARRAY['the price is above the comparable sales', 'access is from the rear only',
        'a part is in the flood zone', 'the lease ends next year'])[1 + n / 5 % 4] || '. To be asked again in week ' || n % 52 || '.',
    :'user_id', 'Lou Load', now() - n * interval '10 minutes'
FROM load_records;
INSERT INTO attachments (attachment_id, customer_id, property_id, project_id, path, name, version, size, content_type, uploaded_by,
    uploaded_by_email, uploaded_at)
SELECT gen_random_uuid(), :'customer_id', property_id, :'project_id', 'load/' || n || '/' || name, name, 1, 100000 + n, 'application/pdf',
    :'user_id', 'load@load.example', now() - n * interval '10 minutes'
FROM load_records
CROSS JOIN LATERAL (
    SELECT (ARRAY['Survey', 'Title report', 'Rent roll', 'Site plan', 'Appraisal'])[1 + n % 5] || ' ' || replace(place, '/', '-') || ' ' || n || '.pdf'
        AS name
) named;
INSERT INTO attachment_names (customer_id, property_id, name, last_version)
SELECT customer_id, property_id, name, version FROM attachments WHERE customer_id = :'customer_id';
INSERT INTO mails (mail_id, customer_id, property_id, project_id, subject, body, reply_to, sent_by, created_at)
SELECT gen_random_uuid(), :'customer_id', property_id, :'project_id',
    (ARRAY['Your land at', 'The survey of', 'A question about', 'Access to'])[1 + n % 4] || ' ' || place, 'Generated for benchmarks.',
    'load@load.example', :'user_id', now() - n * interval '10 minutes'
FROM load_records;
INSERT INTO mail_recipients (customer_id, mail_id, email_key, email, status, settled_at)
SELECT customer_id, mail_id, email, email, 'sent', created_at
FROM (
    SELECT *, 'owner' || row_number() OVER (ORDER BY mail_id) % 20000 || '@mail.example' AS email FROM mails
    WHERE customer_id = :'customer_id'
) addressed;

-- Ten letters of 5,000 properties, in all states but signed: those have evidence.
CREATE TEMPORARY TABLE load_jobs ON COMMIT DROP AS SELECT job, gen_random_uuid() AS job_id FROM generate_series(1, 10) job;
INSERT INTO letter_jobs (job_id, customer_id, project_id, request_key, request_hash, sender, letters, made, created_by, created_by_name,
    created_by_email, created_at, finished_at)
SELECT job_id, :'customer_id', :'project_id', gen_random_uuid(), '', '{}', 5000, 5000, :'user_id', 'Lou Load', 'load@load.example',
    now() - job * interval '5 days', now()
FROM load_jobs;
INSERT INTO letters (letter_id, customer_id, job_id, ordinal, project_id, property_id, year, serial, number, template_version,
    parcel_number, address, city, owner_name, price, status, html, terms, texts, report, content_hash, pdf_state, sent_at, expires_at)
SELECT gen_random_uuid(), :'customer_id', job_id, i, :'project_id', property_id, 2026, serial, 'LOI-2026-' || lpad(serial::text, 4, '0'),
    'standard-1', parcel_number, address, city, owner_name, 100000 + i * 137, status, repeat('<p>Text of the letter.</p>', 100), '{}', '{}',
    '[]', md5(serial::text), 'made', CASE WHEN status NOT IN ('draft', 'approved') THEN now() - i % 60 * interval '1 day' END,
    CASE WHEN i % 2 = 0 THEN now() + i % 30 * interval '1 day' END
FROM load_jobs
CROSS JOIN (
    SELECT row_number() OVER (ORDER BY property_id) AS i, p.* FROM properties p WHERE customer_id = :'customer_id' LIMIT 5000
) properties
CROSS JOIN LATERAL (
    SELECT (job - 1) * 5000 + i AS serial,
        (ARRAY['draft', 'approved', 'sent', 'sent', 'opened', 'declined', 'countered', 'expired'])[1 + (i + job) % 8] AS status
) letter;
INSERT INTO letter_counters (customer_id, year, last_serial) VALUES (:'customer_id', 2026, 50000);

INSERT INTO comps (comp_id, customer_id, address, sale_date, price, acres, use_class, buyer, seller, source, confidence, created_by_name)
SELECT gen_random_uuid(), :'customer_id', i || ' ' || (ARRAY['Main', 'Cypress', 'Harbor', 'Prairie'])[1 + i % 4] || ' St, Houston',
    current_date - i * 7 % 3000, 200000 + i * 7919 % 9000000, 0.5 + i % 97 * 0.25, (ARRAY['industrial', 'vacant', 'retail'])[1 + i % 3],
    'Bayou Land ' || i % 900, 'Cedar Trust ' || i % 700, 'Generated for benchmarks.', (ARRAY['verified', 'stated', 'estimated'])[1 + i % 3], 'Lou Load'
FROM generate_series(1, 5000) i;
-- Ended ones, so that nothing is sent.
INSERT INTO campaigns (campaign_id, customer_id, project_id, subject, body, postal_address, created_by, created_by_email, created_at, finished_at)
SELECT gen_random_uuid(), :'customer_id', :'project_id', (ARRAY['Your land near', 'Offer for the site at', 'Interest in'])[1 + i % 3] || ' '
        || (ARRAY['Houston', 'Katy', 'Baytown'])[1 + i / 3 % 3] || ' ' || i,
    'Generated for benchmarks.', '1 Load St, Houston TX 77002', :'user_id', 'load@load.example', now() - i * interval '1 hour', now()
FROM generate_series(1, 500) i;
COMMIT;

VACUUM ANALYZE main.contacts, main.contact_search, main.companies, main.projects, main.markers, property.properties, property.project_links,
    property.letters, property.letter_jobs, property.deals, property.deal_stages, property.deal_tasks, property.comps, property.campaigns,
    property.deal_notes, property.attachments, property.attachment_names, property.mails, property.mail_recipients;
\echo The firm 'load' was added: sign in as load@load.example.
