-- New conversations that the spam filter moved before rules could see them.
-- oldest-compatible-schema: 0065
create table arrivals_in_spam (
  conversation_id bigint primary key references conversations on delete cascade
);
