// The rules of n8n for community nodes.
import parser from '@typescript-eslint/parser';
import n8n from 'eslint-plugin-n8n-nodes-base';

const plugins = { 'n8n-nodes-base': n8n };
const languageOptions = { parser, sourceType: 'module' };

export default [
  { ignores: ['dist', 'node_modules', '*.mjs', '.package.json'] },
  {
    files: ['nodes/**/*.ts'],
    plugins,
    languageOptions,
    rules: {
      ...n8n.configs.nodes.rules,
      // They want the word "main", which n8n has a constant for by now.
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
      // They know no names such as PDF and PostScript, and no resource that is a tool for several pages.
      'n8n-nodes-base/node-param-operation-option-action-miscased': 'off',
      'n8n-nodes-base/node-param-resource-with-plural-option': 'off',
    },
  },
  {
    files: ['credentials/**/*.ts'],
    plugins,
    languageOptions,
    rules: {
      ...n8n.configs.credentials.rules,
      // The documentation is that of the service, at an address of its own.
      'n8n-nodes-base/cred-class-field-documentation-url-missing': 'off',
    },
  },
  {
    files: ['package.json'],
    plugins,
    languageOptions: { parser, parserOptions: { extraFileExtensions: ['.json'] } },
    rules: {
      ...n8n.configs.community.rules,
      // Platen and its clients are Apache-2.0.
      'n8n-nodes-base/community-package-json-license-not-default': 'off',
    },
  },
];
