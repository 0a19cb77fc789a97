-- Business hours that never open and policies without targets would otherwise only surface when a deadline cannot be calculated.
alter table business_hours add constraint business_hours_open check (is_always_open or hours <> '{}');
alter table sla_policies add constraint sla_policies_promise
  check (coalesce(first_response_time, next_response_time, resolution_time) is not null);
