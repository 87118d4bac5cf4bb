import { useNavigate, useSearchParams } from 'react-router';
import { companiesQuery } from '../api/queries/companies';
import { prefetch } from '../app/prefetch';
import { CompaniesScreen } from '../features/directory/companies-screen';
import { plainCompanies } from '../features/directory/companies-view';
import { ListViews } from '../features/list-views/list-views';
import { paths } from '../lib/paths';

export const loader = () => prefetch(companiesQuery({}, 'name'));

/** /companies; `?new` opens the modal, `?company_id` a company, `?view` a saved view, for links from other screens. */
export default function CompaniesPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  return (
    <CompaniesScreen
      adding={parameters.has('new')}
      onAdding={(adding) => void navigate(adding ? paths.newCompany : paths.companies, { replace: true })}
      shown={parameters.get('company_id')}
      onShow={(companyId) => void navigate(companyId ? paths.company(companyId) : paths.companies, { replace: true })}
      views={(view, onApply) => (
        <ListViews
          settings={{ place: 'companies', ...view }}
          plain={{ place: 'companies', ...plainCompanies }}
          onApply={(settings) => settings.place === 'companies' && onApply(settings)}
          named={parameters.get('view')}
        />
      )}
    />
  );
}
