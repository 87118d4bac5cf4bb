import { expect, type Locator, type Page } from '@playwright/test';

/** Required fields of a new project; the others keep the form's defaults. */
export interface NewProject {
  readonly name: string;
  readonly state: string;
  readonly market?: RegExp;
  readonly submarket?: RegExp;
  readonly type: string;
}

/** A unique name, also across runs. */
export function uniqueName(what: string): string {
  return `${what} ${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`;
}

/** The projects list and its 'Create New Project' modal. */
export class ProjectsDriver {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/projects');
    await expect(this.page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  }

  card(name: string): Locator {
    return this.page.getByRole('article', { name });
  }

  private get modal(): Locator {
    return this.page.getByRole('dialog', { name: 'Create New Project' });
  }

  /** Opens the modal and fills it in. */
  async fillIn(project: NewProject): Promise<void> {
    await this.page.getByRole('button', { name: 'New Project' }).click();
    await this.modal.getByLabel('Project Name').fill(project.name);
    await choose(this.page, this.modal, 'State', project.state);
    if (project.market) await choose(this.page, this.modal, 'Market', project.market);
    if (project.submarket) await choose(this.page, this.modal, 'Submarket', project.submarket);
    await choose(this.page, this.modal, 'Type', project.type);
  }

  async submit(): Promise<void> {
    await this.modal.getByRole('button', { name: 'Create Project' }).click();
  }

  /** Creates a project in the modal, which then opens on the map; returns its id. */
  async create(project: NewProject): Promise<string> {
    await this.fillIn(project);
    await this.submit();
    await this.page.waitForURL('**/map?project_id=*');
    const id = new URL(this.page.url()).searchParams.get('project_id');
    if (!id) throw new Error(`no project_id in ${this.page.url()}`);
    return id;
  }
}

/** Selects an option of a labelled select without typing. Only this select's list counts. */
async function choose(page: Page, within: Locator, label: string, option: string | RegExp): Promise<void> {
  const select = within.getByRole('combobox', {
    name: new RegExp(`^${label}$`),
  });
  await expect(select).toBeEnabled();
  await select.click();
  await page.getByRole('option', { name: option }).first().click();
}
