DROP TABLE property_contacts, contacts;
