DROP TABLE site_images, known_projects, project_links, properties;
