DROP PROCEDURE refresh_state_borders;
DROP TABLE state_borders;
