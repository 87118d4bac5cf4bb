DROP TABLE how_migrated;
