DROP TABLE account_mails, attempts, password_resets, refresh_tokens, sessions, users, customers;
