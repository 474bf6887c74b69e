// The schema's own lint: what a reader of schema.graphql may rely on. Code is linted by biome.
import graphql from '@graphql-eslint/eslint-plugin';

const recommended = graphql.configs['flat/schema-recommended'].rules;
const relay = graphql.configs['flat/schema-relay'].rules;
const [, names] = recommended['@graphql-eslint/naming-convention'];
const { EnumValueDefinition: style, ...otherNames } = names;

export default [
  {
    files: ['schema.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema.graphql' } },
    },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...recommended,
      ...relay,
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          DirectiveDefinition: true,
          EnumValueDefinition: true,
          FieldDefinition: true,
          InputValueDefinition: true,
        },
      ],
      // The contract spells one type of key so; clients compare it with what REST gives them.
      '@graphql-eslint/naming-convention': [
        'error',
        { ...otherNames, 'EnumValueDefinition[name.value!=ProtobufEncoded]': style },
      ],
      // Names are the contract's, which calls the members of a balance and of a key like them.
      '@graphql-eslint/no-typename-prefix': 'off',
      // `nodes` stand beside the edges, and short lists that are never paged are plain ones.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: true, listTypeCanWrapOnlyEdgeType: false },
      ],
      // Objects without an id are parts of one that has it, or frames around several.
      '@graphql-eslint/strict-id-in-types': [
        'error',
        {
          exceptions: {
            types: [
              'AccessListEntry',
              'Authorization',
              'BlockNodeService',
              'ChunkInfo',
              'ContractCall',
              'ContractStateChange',
              'Decoded',
              'DecodedValue',
              'ExchangeRate',
              'ExchangeRates',
              'Fraction',
              'GeneralService',
              'InitialTransaction',
              'Key',
              'Network',
              'NetworkStake',
              'NetworkSupply',
              'PageInfo',
              'RegisteredServiceEndpoint',
              'ScheduleSignature',
              'ServiceEndpoint',
              'TokenRelationship',
              'WholeMessage',
            ],
            suffixes: ['Connection', 'Edge', 'Fee', 'Fees', 'Limit', 'Range', 'Reward', 'Transfer'],
          },
        },
      ],
    },
  },
];
