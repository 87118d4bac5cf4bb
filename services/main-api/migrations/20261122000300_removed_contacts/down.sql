DROP TABLE removed_contacts;
