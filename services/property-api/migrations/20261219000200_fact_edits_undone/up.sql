-- Edits of a property's name and floor area can be undone as those of its values.
ALTER TABLE value_edits
    -- of a fact that is no value
    ADD COLUMN before_text text,
    ADD COLUMN after_text text;
