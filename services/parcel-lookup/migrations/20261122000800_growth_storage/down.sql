DROP TABLE growth_storage;
