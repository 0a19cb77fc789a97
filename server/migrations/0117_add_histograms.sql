-- Sums of reports are updated at a fraction of the cost: a histogram of a few pairs is added by looking them up.
-- oldest-compatible-schema: 0103
-- Adds two histograms: pairs of a bucket and its count other than 0, ordered by bucket. Negative counts subtract.
create or replace function report_histograms(a integer[], b integer[]) returns integer[] language plpgsql immutable parallel safe as $$
declare
  sum integer[] := a;
  before int;
  place int;
  middle int;
begin
  if a = '{}' or b = '{}' then
    return a || b;
  end if;
  for i in 1 .. array_length(b, 1) loop
    -- Binary search: the buckets up to `before` are smaller, those from `place` on are not.
    before := 0;
    place := coalesce(array_length(sum, 1), 0) + 1;
    while place - before > 1 loop
      middle := (before + place) / 2;
      if sum[middle][1] < b[i][1] then
        before := middle;
      else
        place := middle;
      end if;
    end loop;
    -- After the last bucket, it is null.
    if sum[place][1] is distinct from b[i][1] then
      sum := sum[:before] || b[i:i] || sum[place:];
    elsif sum[place][2] + b[i][2] = 0 then
      sum := sum[:before] || sum[place + 1:];
    else
      sum[place][2] := sum[place][2] + b[i][2];
    end if;
  end loop;
  return sum;
end
$$;
