// Script of the bar above GraphiQL: its menu opens by the address, and closes like a menu.
const menu = document.getElementById('examples');
menu.open = location.hash === '#examples';
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu.open) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});
addEventListener('click', ({ target }) => {
  if (!menu.contains(target)) menu.open = false;
});
