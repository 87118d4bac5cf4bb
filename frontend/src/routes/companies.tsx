import { useNavigate, useSearchParams } from 'react-router';
import { CompaniesScreen } from '../features/directory/companies-screen';
import { paths } from '../lib/paths';

/** /companies; with `?new` the modal is open, with `?company_id` that company is, so that other screens can lead straight to them. */
export default function CompaniesPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  return (
    <CompaniesScreen
      adding={parameters.has('new')}
      onAdding={(adding) => void navigate(adding ? paths.newCompany : paths.companies, { replace: true })}
      shown={parameters.get('company_id')}
      onShow={(companyId) => void navigate(companyId ? paths.company(companyId) : paths.companies, { replace: true })}
    />
  );
}
