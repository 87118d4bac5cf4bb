DROP TABLE removed_attachments;
DROP TABLE removed_property_contacts;
