-- Histograms also as texts "bucket,count,bucket,count…", as they are read: converting the arrays of a year took most of a report table's time.

-- The function it calls is only stable, because the text of other types may depend on settings; that of integers never does.
create function report_text(histogram integer[]) returns text language sql immutable parallel safe
  return nullif(array_to_string(histogram, ','), '');

alter table report_times
  add column wall_text text generated always as (report_text(wall)) stored,
  add column business_text text generated always as (report_text(business)) stored;
