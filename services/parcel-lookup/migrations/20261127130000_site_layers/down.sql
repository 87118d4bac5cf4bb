DROP TABLE site_layer_requests;
DROP TABLE site_features;
DROP TABLE site_layers;
