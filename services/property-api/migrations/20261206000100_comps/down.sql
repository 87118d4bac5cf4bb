-- The older code knows no basis 'comps'; the reason still says how the amount was calculated.
UPDATE offers SET basis = 'manual' WHERE basis = 'comps';
ALTER TABLE offers
    DROP CONSTRAINT offers_basis_known,
    ADD CONSTRAINT offers_basis_known CHECK (basis IN ('rule', 'manual', 'formula', 'letter', 'counter')),
    DROP CONSTRAINT offers_comp_snapshot_fkey,
    DROP COLUMN comp_snapshot_id;
DROP TABLE comp_snapshots;
DROP TABLE comp_set_items;
DROP TABLE comp_sets;
DROP TABLE comps;
