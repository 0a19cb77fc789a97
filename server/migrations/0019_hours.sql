-- Hours that never open and policies that promise nothing would be found out only when a deadline cannot be worked out.
alter table business_hours add constraint business_hours_open check (is_always_open or hours <> '{}');
alter table sla_policies add constraint sla_policies_promise
  check (coalesce(first_response_time, next_response_time, resolution_time) is not null);
