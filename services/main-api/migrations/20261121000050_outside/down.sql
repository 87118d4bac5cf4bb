DROP TABLE webhook_deliveries, site_images;
