DROP TRIGGER site_layers_changed ON site_layers;
DROP TRIGGER site_features_note_flood_cells ON site_features;
DROP FUNCTION note_flood_cells();
DROP FUNCTION map_point(double precision, double precision);
DROP FUNCTION flood_cell_y(double precision);
DROP FUNCTION flood_cell_x(double precision);
DROP TABLE flood_cells;
