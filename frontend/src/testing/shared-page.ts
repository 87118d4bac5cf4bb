import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** One page for all test files of a worker: to create one and to load the libraries that refer to it takes longer than most tests. */
const sharedPage: Environment = {
  name: 'shared-page',
  viteEnvironment: 'client',
  async setup(global, options) {
    const worker = global as { hasPage?: true };
    if (worker.hasPage === undefined) {
      await builtinEnvironments.jsdom.setup(global, options);
      worker.hasPage = true;
    }
    return { teardown: () => undefined };
  },
};

// eslint-disable-next-line import-x/no-default-export -- this is how Vitest finds an environment
export default sharedPage;
