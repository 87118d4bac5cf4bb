DROP TABLE told_parcel_changes;
DROP TABLE announced_batches;
