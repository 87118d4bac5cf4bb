DROP TABLE list_view_defaults, list_views;
