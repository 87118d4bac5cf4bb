-- A person chose whose task it is. Other tasks that letters make follow the person of their deal.
ALTER TABLE deal_tasks ADD COLUMN person_chosen boolean NOT NULL DEFAULT false;
