DROP TABLE contact_command_items, contact_commands;
