import { CompaniesScreen } from '../features/directory/companies-screen';

/** /companies */
export default function CompaniesPage() {
  return <CompaniesScreen />;
}
