import { useNavigate, useParams, useSearchParams } from 'react-router';
import { LazyPropertyMap } from '../features/parcel-map/lazy-property-map';
import { PropertyScreen } from '../features/property/property-screen';
import { paths } from '../lib/paths';

export default function PropertyPage() {
  const { parcelNumber = '' } = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const projectId = query.get('project_id');
  return (
    <PropertyScreen
      key={parcelNumber}
      propertyKey={{ parcelNumber, projectId }}
      aerial={(property) => <LazyPropertyMap lat={property.lat} lon={property.lon} outline={property.geom_json} />}
      onCreateLoi={() => void navigate(paths.letter(parcelNumber, projectId))}
    />
  );
}
