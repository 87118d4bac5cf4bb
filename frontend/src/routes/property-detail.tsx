import { Navigate, useSearchParams } from 'react-router';
import { paths } from '../lib/paths';

/** /property_detail: redirects page links to the property's page under /property. */
export default function PropertyDetailLink() {
  const [query] = useSearchParams();
  const parcelNumber = query.get('parcel_number');
  const projectId = query.get('project_id');
  if (parcelNumber) return <Navigate to={paths.property(parcelNumber, { project_id: projectId, email: query.get('email') })} replace />;
  return <Navigate to={projectId ? paths.project(projectId) : paths.projects} replace />;
}
