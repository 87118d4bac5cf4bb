DROP TABLE submarkets, market_states, markets, counties, states;
DROP SEQUENCE imported_market_ids;
