// The fonts of the reader's system.
import { h } from 'vue';
import { useData } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import './style.css';

const SiteVersion = { setup: () => () => h('strong', useData().theme.value.version) };

export default {
  extends: theme,
  enhanceApp: ({ app }) => app.component('SiteVersion', SiteVersion),
};
