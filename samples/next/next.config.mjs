// The decorators' packages keep what classes record in their own modules: Next's bundler leaves them alone. Without
// minification, classes keep their names, which are those of the document.
export default {
  serverExternalPackages: ['dtospec', 'class-validator', 'class-transformer'],
  experimental: { serverMinification: false },
};
