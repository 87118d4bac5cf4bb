DROP INDEX site_features_flood;
DROP INDEX site_features_rail;
DROP INDEX site_features_highway;
