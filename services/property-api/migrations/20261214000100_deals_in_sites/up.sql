-- Deals whose land another deal of the project counts: a site of several parcels, beside the parcels that it consists of.

-- Sites are few among the properties.
CREATE INDEX properties_sites ON properties (customer_id) WHERE jsonb_typeof(facts -> 'members') = 'array';

-- The deals of a project, or of all, that are part of a site, each with the largest such site. A site whose deal is
-- lost or removed has no parts: then its parcels count by themselves. A site within a larger one is part of it.
CREATE FUNCTION deals_in_sites(project uuid)
    RETURNS TABLE (deal_id uuid, site_property_id uuid, site_parcel_number text)
    LANGUAGE sql STABLE
    AS $$
    WITH sites AS MATERIALIZED (
        SELECT d.customer_id, d.project_id, d.deal_id, p.property_id, p.parcel_number, s.kind <> 'lost' AS counts,
               p.facts -> 'members' AS members, jsonb_array_length(p.facts -> 'members') AS size
        FROM properties p
        JOIN deals d ON d.customer_id = p.customer_id AND d.property_id = p.property_id AND d.removed_at IS NULL
        JOIN deal_stages s ON s.customer_id = d.customer_id AND s.stage_id = d.stage_id
        WHERE jsonb_typeof(p.facts -> 'members') = 'array' AND (project IS NULL OR d.project_id = project)
    ), parts AS (
        SELECT d.deal_id, t.property_id, t.parcel_number, t.size
        FROM sites t CROSS JOIN LATERAL jsonb_array_elements(t.members) AS member
        JOIN properties p ON p.customer_id = t.customer_id AND p.ll_uuid = (member ->> 'll_uuid')::uuid
        JOIN deals d ON d.customer_id = t.customer_id AND d.project_id = t.project_id AND d.property_id = p.property_id
            AND d.removed_at IS NULL
        WHERE t.counts
        UNION ALL
        SELECT inner_site.deal_id, t.property_id, t.parcel_number, t.size
        FROM sites t JOIN sites inner_site ON inner_site.customer_id = t.customer_id
            AND inner_site.project_id = t.project_id AND inner_site.size < t.size AND t.members @> inner_site.members
        WHERE t.counts
    )
    SELECT DISTINCT ON (parts.deal_id) parts.deal_id, parts.property_id, parts.parcel_number
    FROM parts ORDER BY parts.deal_id, parts.size DESC, parts.property_id
    $$;
