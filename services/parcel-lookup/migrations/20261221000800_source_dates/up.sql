-- Rows of a file that Sitewright exported are of several sources, each with its own date: that of their batch is the export's.
ALTER TABLE parcels
    ADD COLUMN source_date date,
    -- true where source_date is the source's, also if that is unknown; else that of the batch is
    ADD COLUMN has_own_date boolean;

ALTER TABLE unnumbered_features
    ADD COLUMN source_date date,
    ADD COLUMN has_own_date boolean;
