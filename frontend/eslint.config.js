import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import js from '@eslint/js';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// Features never import each other, so that one can be deleted: the zones are generated from the folder.
const features = readdirSync(join(import.meta.dirname, 'src/features'));
const zones = features.map((feature) => ({
  target: `./src/features/${feature}`,
  from: './src/features',
  except: [`./${feature}`],
  message: 'A feature does not import another; compose them in src/routes.',
}));

export default tseslint.config(
  { ignores: ['dist', 'src/api/generated'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  reactHooks.configs.flat.recommended,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { 'import-x': importX },
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            ...zones,
            { target: './src/lib', from: ['./src/features', './src/routes', './src/app', './src/ui', './src/api'] },
            { target: './src/ui', from: ['./src/features', './src/routes', './src/app', './src/api'] },
            { target: './src/api', from: ['./src/features', './src/routes', './src/app', './src/ui'] },
            { target: './src/features', from: ['./src/routes', './src/app'] },
          ],
        },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      // Numbers are allowed in template strings.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Mutation handlers are async; React ignores the return value of event handlers.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/routes/**'],
    rules: { 'import-x/no-default-export': 'error' },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/api/queries/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "Property[key.name='queryKey'] > ArrayExpression",
          message: 'A key is made where its query is: use a query of src/api/queries, or allOf for all queries of an endpoint.',
        },
      ],
    },
  },
  { files: ['*.js', '*.ts', 'build/*'], ...tseslint.configs.disableTypeChecked },
);
