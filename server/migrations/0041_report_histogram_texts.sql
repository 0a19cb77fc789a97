-- Histograms also as texts "step,count,step,count…", as they are read: turning the arrays of a year into text took most of a table's time.

-- What it calls is only stable, as numbers of other types may look otherwise elsewhere; integers never do.
create function report_text(histogram integer[]) returns text language sql immutable parallel safe
  return nullif(array_to_string(histogram, ','), '');

alter table report_times
  add column wall_text text generated always as (report_text(wall)) stored,
  add column business_text text generated always as (report_text(business)) stored;
