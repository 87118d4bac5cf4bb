-- Nearest highway or railway of a parcel: the index of several kinds would be walked over all slopes between.
CREATE INDEX site_features_highway ON site_features USING gist (geom_3857) WHERE kind = 'highway';
CREATE INDEX site_features_rail ON site_features USING gist (geom_3857) WHERE kind = 'rail';
-- Tiles of flood zones.
CREATE INDEX site_features_flood ON site_features USING gist (geom_3857) WHERE kind = 'flood';
