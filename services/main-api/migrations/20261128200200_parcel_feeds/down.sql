DROP TABLE parcel_feeds;
