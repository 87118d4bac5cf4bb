DROP TABLE attachment_names, attachments;
