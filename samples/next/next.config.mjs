// The decorators' packages keep what classes record in their own modules: Next's bundler leaves them alone.
export default { serverExternalPackages: ['dtospec', 'class-validator', 'class-transformer'] };
