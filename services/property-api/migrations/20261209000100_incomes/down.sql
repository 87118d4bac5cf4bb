DROP TABLE incomes;
