import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { matchingCompaniesQuery } from '../../../api/queries/companies';
import { matchingContactsQuery } from '../../../api/queries/contacts';
import { paths } from '../../../lib/paths';
import { nameWords } from './name-words';
import classes from './owner-group.module.css';

const most = 5;

/** Contacts and companies of the firm's directory that have the owner's name. Nothing if there are none. */
export function Directory({ owner }: { readonly owner: string }) {
  const words = nameWords(owner);
  const contacts = useQuery({ ...matchingContactsQuery(words), enabled: words !== '' });
  const companies = useQuery({ ...matchingCompaniesQuery(words), enabled: words !== '' });
  const links = [
    ...(contacts.data ?? []).slice(0, most).map(({ contact_id, first_name, last_name }) => ({
      to: paths.contact(contact_id),
      text: `${first_name} ${last_name}`.trim(),
      kind: 'contact',
    })),
    ...(companies.data ?? [])
      .slice(0, most)
      .map(({ company_id, company_name }) => ({ to: paths.company(company_id), text: company_name, kind: 'company' })),
  ];
  if (links.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        In your directory
      </Text>
      <ul className={classes.list} aria-label="In your directory">
        {links.map(({ to, text, kind }) => (
          <li key={to}>
            <Anchor component={Link} to={to} size="sm">
              {text} ({kind})
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  );
}
