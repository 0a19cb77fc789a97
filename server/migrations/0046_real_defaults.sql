-- Descriptions for the default SLA policy and business hours where they were not changed, and no null where existing clients require a text.
-- oldest-compatible-schema: 0046

update sla_policies set description = 'Target times for replies and resolution'
  where name = 'Standard' and description = '' and created_at = updated_at;

update business_hours set description = 'When the team is available'
  where name = 'Office hours' and description is null and created_at = updated_at;
update business_hours set description = '' where description is null;
alter table business_hours alter column description set default '', alter column description set not null;

update templates set subject = '' where type = 'email_outgoing' and subject is null;
